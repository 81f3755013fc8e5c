-- Discussions that were opened without words are indexed by their titles: such openings are looked at once more.
UPDATE discussion_part SET content = NULL WHERE role = 'opening' AND content = 0;
