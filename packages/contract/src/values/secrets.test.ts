import { expect, test } from 'vitest'
import { findSecret, redactTokens, SECRET_PLACEHOLDER } from './secrets.ts'

const word = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3hJ6kL9n'

test.each([
  [`sk-or-v1-${word}`, 'a model provider’s key'],
  [`gsk_${word}`, 'a Groq key'],
  [`hf_${word}`, 'a Hugging Face token'],
  [`ghp_${word}`, 'a GitHub token'],
  ['-----BEGIN PRIVATE KEY-----', 'a private key'],
])('findSecret recognizes %s', (text, kind) => {
  expect(findSecret(`use ${text} here`)).toBe(kind)
})

test.each([
  'sk-learn-based-classification-of-documents',
  'task-0198c5f0-0000-7000-8000-000000000001',
  'risk-averse-investors-in-1998-and-later-years',
  'hf_transformers_are_models',
  'https://example.com/keys?sk=1',
  'The Bearer of this letter may pass through the gate',
  '0198c5f0-0000-7000-8000-000000000001',
])('findSecret and redactTokens ignore %s', (text) => {
  expect(findSecret(text)).toBeUndefined()
  expect(redactTokens(text)).toBe(text)
})

test('redactTokens finds a token after an escaped line break', () => {
  const text = JSON.stringify({ arguments: JSON.stringify({ text: `first\nsk-or-v1-${word}` }) })

  expect(redactTokens(text)).not.toContain(word)
})

test('redactTokens removes the start of a truncated token', () => {
  expect(redactTokens('the key is sk-or-v1-0123…')).toBe(`the key is ${SECRET_PLACEHOLDER}…`)
})

test('redactTokens removes a truncated private key whose line breaks became spaces', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'

  expect(redactTokens(`-----BEGIN RSA PRIVATE KEY----- ${line} ${line.slice(0, 9)}…`)).toBe(
    SECRET_PLACEHOLDER,
  )
})

test.each([
  'sk-',
  'eyJ',
  'eyJaaaaaaaaaaaa.',
  'SG.',
  'Bearer ',
  '-----BEGIN PRIVATE KEY-----!',
  '1',
])('reads a long text of %j in linear time', (part) => {
  const text = part.repeat(Math.ceil(500_000 / part.length))
  const before = process.threadCpuUsage()

  redactTokens(text)

  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000)
})
