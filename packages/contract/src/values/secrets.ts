/** Written in place of a secret. LangSmith's clients use the same text. */
export const SECRET_PLACEHOLDER = '[SECRET_DETECTED]'

type TokenFormat = readonly [
  kind: string,
  /** Prefix of the issuer's tokens. */
  prefix: string,
  /** The characters that follow, as a regular expression class. */
  characters: string,
  minLength: number,
]

const WORD = 'A-Za-z0-9'
const WORD_DASH = String.raw`\w-`

const TOKENS: readonly TokenFormat[] = [
  ['a Groq key', 'gsk_', WORD, 20],
  ['a Hugging Face token', '(?:hf_|api_org_)', WORD, 20],
  ['an xAI key', 'xai-', WORD_DASH, 20],
  ['a Perplexity key', 'pplx-', WORD, 20],
  ['a Replicate token', 'r8_', WORD, 20],
  ['a Tavily key', 'tvly-', WORD_DASH, 16],
  ['an NVIDIA key', 'nvapi-', WORD_DASH, 20],
  ['a Fireworks key', 'fw_', WORD, 20],
  ['a Pinecone key', 'pcsk_', String.raw`\w`, 20],
  ['a LangSmith key', '(?:lsv2_[a-z]{2}_|ls__)', String.raw`\w`, 16],
  ['a GitHub token', '(?:gh[pousr]_|github_pat_)', String.raw`\w`, 30],
  ['a GitLab token', 'gl(?:pat|dt|rt|ptt|soat)-', String.raw`\w.-`, 20],
  ['an AWS key', '(?:AKIA|ASIA|ABIA|ACCA)', '0-9A-Z', 16],
  ['a Google key', '(?:AIza|ya29\\.|GOCSPX-)', WORD_DASH, 24],
  ['a Slack token', '(?:xox[abeoprs]-|xapp-[0-9]-)', `${WORD}-`, 10],
  ['a Slack webhook', 'hooks\\.slack\\.com/services/', `${WORD}/`, 16],
  ['a Discord webhook', 'discord(?:app)?\\.com/api/webhooks/', `${WORD_DASH}/`, 16],
  ['a Stripe key', '(?:[rs]k_(?:live|test)_|whsec_)', `${WORD}+/=`, 16],
  ['an npm token', 'npm_', WORD, 30],
  ['a PyPI token', 'pypi-AgE', WORD_DASH, 40],
  ['a SendGrid key', 'SG\\.', String.raw`\w.-`, 60],
  ['a Twilio key', 'SK', '0-9a-f', 32],
  ['a Mailgun key', 'key-', '0-9a-f', 32],
  ['a Databricks token', 'dapi', '0-9a-f-', 32],
  ['a DigitalOcean token', 'do[opr]_v1_', '0-9a-f', 32],
  ['a Shopify token', 'shp(?:at|ca|pa|ss)_', WORD, 30],
  ['a Linear key', 'lin_(?:api|oauth)_', WORD, 30],
  ['a Notion token', 'ntn_', WORD, 30],
  ['a Doppler token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.', String.raw`\w.-`, 30],
  ['a Vault token', 'hv[sbr]\\.', WORD_DASH, 24],
  ['a Grafana token', 'gl(?:sa|c)_', String.raw`\w+/=`, 24],
  ['a Sentry token', 'sntr(?:ys|yu)_', String.raw`\w+/=-`, 30],
  ['a Supabase token', 'sb(?:p|_secret)_', String.raw`\w`, 30],
  ['a Docker token', 'dckr_(?:pat|oat)_', WORD_DASH, 20],
  ['an Atlassian token', 'ATATT3', String.raw`\w=-`, 60],
  ['a Telegram token', '[0-9]{8,10}:AA', WORD_DASH, 32],
  ['an age key', 'AGE-SECRET-KEY-1', '0-9A-Z', 50],
  ['a bearer token', '[Bb]earer\\s{1,8}', String.raw`\w.~+/=-`, 24],
]

/**
 * Longer secrets do not exist. Without a bound, a megabyte of matching characters would be slow.
 */
const MAX_LENGTH = 4_096
/** The start of a word, or after an escaped line break in nested JSON. */
const TOKEN_START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))`
/** A token that a title cut off is shorter. */
const TRUNCATED = '(?=…)'

/** Hyphenated words such as `sk-learn-based-classification` have neither digits nor capitals. */
const MODEL_KEY = String.raw`[sr]k-(?:(?=[\w-]{0,100}[0-9A-Z])[\w-]{20,${MAX_LENGTH}}|[a-z]{20,${MAX_LENGTH}}|[\w-]{4,}${TRUNCATED})`
const JWT = String.raw`eyJ[\w-]{10,${MAX_LENGTH}}\.eyJ[\w-]{10,${MAX_LENGTH}}(?:\.[\w-]{10,${MAX_LENGTH}}|[\w.-]*${TRUNCATED})`

const KEY_NAME = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----'
/** Titles and logs replace line breaks by spaces, and nested JSON escapes them. */
const BREAK = String.raw`(?:\s|\\[nr])`
/** A whole key, or the rest of it if the text was cut. */
const PRIVATE_KEY =
  `-----BEGIN ${KEY_NAME}(?:(?:(?!-----BEGIN )[^]){1,15000}?-----END ${KEY_NAME}` +
  `|(?:${BREAK}{0,8}[A-Za-z0-9+/=]{16,${MAX_LENGTH}}){0,300}(?:${BREAK}{0,8}[A-Za-z0-9+/=]{1,64}…?$)?)`

const FORMATS: readonly (readonly [kind: string, source: string])[] = [
  ['a model provider’s key', TOKEN_START + MODEL_KEY],
  ...TOKENS.map(([what, prefix, characters, least]): [string, string] => [
    what,
    `${TOKEN_START}${prefix}(?:[${characters}]{${least},${MAX_LENGTH}}|[${characters}]{4,}${TRUNCATED})`,
  ]),
  ['a signed token', TOKEN_START + JWT],
  ['a private key', PRIVATE_KEY],
]

const secretPatterns = FORMATS.map(([what, source]) => [what, new RegExp(source)] as const)
const anySecret = new RegExp(FORMATS.map(([, source]) => source).join('|'))
const allSecrets = new RegExp(anySecret, 'g')

/** Returns the kind of the first secret in a text, such as `a GitHub token`, or undefined. */
export const findSecret = (text: string): string | undefined =>
  anySecret.test(text) ? secretPatterns.find(([, pattern]) => pattern.test(text))?.[0] : undefined

/** Redacts private keys and tokens with an issuer-specific format, including truncated ones. */
export const redactTokens = (
  text: string,
  replacement: string | ((token: string) => string) = SECRET_PLACEHOLDER,
): string =>
  text.replace(allSecrets, (token) =>
    typeof replacement === 'string' ? replacement : replacement(token),
  )
