import { DEFAULT_SECRET_RULES, SECRET_PLACEHOLDER } from 'langsmith/anonymizer'
import { expect, test } from 'vitest'
import { withoutSecrets } from './secret-rules.ts'

const redactWithSource = (text: string) =>
  DEFAULT_SECRET_RULES.reduce(
    (left, { pattern, replace = SECRET_PLACEHOLDER }) => left.replace(pattern, replace),
    text,
  )

const JWT = `eyJ${'a'.repeat(40)}.eyJ${'b'.repeat(3_000)}.${'c'.repeat(43)}`
const PEM = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE\n'.repeat(700)}-----END RSA PRIVATE KEY-----`

test.each([
  'OPENAI_API_KEY=abcdefgh',
  'x.y-my.secret_key_2: "abcdefgh"',
  '{"client_secret":"abcdefgh","count":3}',
  'X-Api-Key: Bearer abcdefghijkl',
  'Authorization: Basic abcdefghijkl',
  'tokenizer=abcdefgh tokens: 12345678',
  `said ${JWT} and more`,
  `v1-${JWT}`,
  // A JWT header may contain the signing key.
  `eyJ${'h'.repeat(6_000)}.eyJ${'b'.repeat(300)}.${'c'.repeat(43)}`,
  `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${'lQdG\n'.repeat(9_000)}-----END PGP PRIVATE KEY BLOCK-----`,
  `-----BEGIN PRIVATE KEY-----\nMIIE\n${PEM}`,
  PEM,
  `${PEM} ${PEM}`,
  'postgres://ann:password@db/shop',
  `${'x'.repeat(60)}redis://:password@cache`,
  'see https://example.com/a:b@c',
])("redacts everything that LangSmith's rules redact, %#", (text) => {
  expect(withoutSecrets(text)).toBe(redactWithSource(text))
})

test.each(['a.', 'abc-', 'eyJ', 'API_KEY_', '-----BEGIN PRIVATE KEY-----', 'a+b.c', 'token '])(
  'a long text that repeats %j is redacted in linear time',
  (part) => {
    const text = part.repeat(Math.ceil(150_000 / part.length))
    const before = process.threadCpuUsage()

    withoutSecrets(text)

    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(3_000)
  },
)

test.each(['sk-', 'Authorization: Bearer '])(
  'megabytes that start like a secret, %j, are kept and do not block redaction',
  (head) => {
    const secret = `${head}${'k'.repeat(48)}`
    const text = `${head}${'a'.repeat(12_000_000)} ${secret}`

    expect(withoutSecrets(text)).not.toContain(secret)
  },
)
