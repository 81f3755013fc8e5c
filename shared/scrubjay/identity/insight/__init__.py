"""Events counted on this machine as sums of whole days: how searches are answered, how quick, what is told."""
