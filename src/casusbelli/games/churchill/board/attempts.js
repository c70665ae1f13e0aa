// What a touch on something that is not lit was meant for, where the options do not show it.

/** The choice that a touch on a Front, a Theater, the bomb or an issue was meant for, where it is not lit: the rules say why not. */
export function attempts({ options, printed: { fronts, theaters, issues } }, value) {
  const verb = ["alloc_free", "alloc_bonus"].find((each) => options.some(([said]) => said === each));
  if (!verb) return [];
  if (value === "abomb") return [[verb, value]];
  const use = value in fronts ? "offensive" : value in theaters ? "naval" : issues[value]?.category === "pol_mil" ? "pol_mil" : null;
  return use ? [[verb, use, value]] : [];
}
