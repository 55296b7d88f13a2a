/** A variable of the environment, and what it is by itself. */
export type Variable = [name: string, standard: string]

/** What a project is told by its environment. */
export type Setting = { about: string; variables: Variable[] }

/** `askShop` → `ASK_SHOP` */
export const upper = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase()
