// The colours of the house (web/factions.js) that the four factions, and the seats that lead two of them, wear.

export const factions = {
  russian: "soviet",
  american: "us",
  british: "uk",
  german: "germany",
  american_german: "us",
  british_russian: "uk",
};
