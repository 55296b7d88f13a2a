const SECRET_NAME =
  /(^|[._-])(api[_-]?key|authorization|cookie|password|passwd|secret|(access|auth|refresh|id)[_-]?token)$/i

/** `clientSecret` says what `client_secret` says. */
export const namesSecret = (name: string): boolean =>
  SECRET_NAME.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))

const SHORTEST = 16
/** Keys of providers, signed tokens, private keys, and addresses with a password. */
const SECRET =
  /\b(?:[srp]k[-_]|lsv2_|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AKIA|ASIA|AIza|hf_|eyJ|Bearer\s)[\w.~+/=-]{12,}|-----BEGIN |:\/\/[^\s/@:]*:[^\s/@]+@/

/** Whether a short text looks like a secret. */
export const holdsSecret = (text: string): boolean =>
  text.length >= SHORTEST && SECRET.test(text.slice(0, 500))
