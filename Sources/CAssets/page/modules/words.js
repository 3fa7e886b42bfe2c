// Words that people look for: the same with and without accents, and the names of countries and languages.

// `text` in lower case and without accents.
export const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// A test of folded texts: whether they have all words of `wanted`, in any order.
export function matcher(wanted) {
  const words = folded(wanted.trim()).split(/\s+/);
  return (text) => words.every((word) => text.includes(word));
}

const known = new Map();
const namers = new Map(["region", "language"].map((type) =>
  [type, ["en", navigator.languages[0]].map((locale) => new Intl.DisplayNames(locale, { type, fallback: "none" }))]));

// The names of a code, in English and in the browser's language; `type` is "region" or "language".
function named(type, code) {
  const key = type + code;
  if (!known.has(key)) {
    let names;
    try {
      names = namers.get(type).map((namer) => namer.of(code) || "");
    } catch {
      // It is not a code.
      names = ["", ""];
    }
    known.set(key, names);
  }
  return known.get(key);
}

// The name of a country in the browser's language; its code when it has none.
export function countryName(code) {
  const upper = (code || "").toUpperCase();
  return named("region", upper)[1] || upper;
}

// What a station can be found by, folded: its name, id and tags, and country and language by code and name.
export function stationWords(one) {
  const country = (one.country || "").toUpperCase(), language = one.language || "";
  return folded([one.name, one.id || "", ...one.tags || [], country, ...named("region", country), language,
                 ...named("language", language)].join(" "));
}

// Regions that have a name but are not countries.
const NO_COUNTRIES = ["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"];

// Codes of all countries: those with a name that no other code has replaced.
function countries() {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  return letters.flatMap((one) => letters.map((other) => one + other)).filter((code) =>
    named("region", code)[0] && new Intl.Locale("und-" + code).region === code && !NO_COUNTRIES.includes(code));
}

// Adds all countries to a select element, by name.
export function addCountries(select) {
  const order = new Intl.Collator(navigator.languages[0]);
  const options = countries().map((code) => new Option(countryName(code), code));
  select.append(...options.sort((one, other) => order.compare(one.text, other.text)));
}

// The path of a station of the list. The first character is escaped: the id may be the name of another path.
export const stationPath = ({ id }) => "/api/stations/%" + id.charCodeAt(0).toString(16) + id.slice(1);
