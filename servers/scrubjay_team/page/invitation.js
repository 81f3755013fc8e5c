// An invitation stands behind the # of an address, which no server and no log sees: it goes into the form, and is sent.
const field = document.getElementById("invitation"), given = location.hash.slice(1);
if (field && given.startsWith("sj_inv_")) {
  history.replaceState(null, "", location.pathname);
  field.value = given;
  field.form.requestSubmit();
}
