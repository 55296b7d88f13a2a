/** An environment variable and its default. */
export type Variable = [name: string, standard: string]

/** Related environment variables, with a description. */
export type Setting = { description: string; variables: Variable[] }

/** `askShop` → `ASK_SHOP` */
export const upper = (text: string): string =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .toUpperCase()
