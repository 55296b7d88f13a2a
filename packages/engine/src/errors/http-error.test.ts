import { describe, expect, test } from 'vitest'
import { httpError, retryAfterMs } from './http-error.ts'

const connection = { id: 'c1', name: 'openai', baseUrl: 'https://api.example.com/v1', hasKey: true }
const of = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  httpError(status, new Headers(headers), body, { connection, model: 'gpt-x' })
const openai = (error: Record<string, unknown>) => ({ error })

describe('the error of an HTTP status', () => {
  test.each([
    [400, 'BAD_REQUEST', false],
    [401, 'AUTHENTICATION', false],
    [402, 'QUOTA_EXCEEDED', false],
    [403, 'PERMISSION_DENIED', false],
    [404, 'NOT_FOUND', false],
    [405, 'BAD_REQUEST', false],
    [408, 'CONFLICT', true],
    [409, 'CONFLICT', true],
    [413, 'BAD_REQUEST', false],
    [422, 'UNPROCESSABLE', false],
    [429, 'RATE_LIMITED', true],
    [500, 'PROVIDER_ERROR', true],
    [503, 'PROVIDER_ERROR', true],
    [529, 'PROVIDER_ERROR', true],
    [304, 'BAD_RESPONSE', false],
  ])('exists for %i', (status, code, retryable) => {
    expect(of(status)).toMatchObject({ code, retryable, status, connectionId: 'c1' })
  })

  test.each([400, 401, 402, 403, 404, 409, 422, 429, 500])('adds a hint to status %i', (status) => {
    expect(of(status).hint).toBeTruthy()
  })

  test('reads the provider’s message, parameter and request id', () => {
    const body = openai({ message: 'temperature must be below 2', param: 'temperature' })

    expect(of(400, body, { 'x-request-id': 'req_1' })).toMatchObject({
      message: 'temperature must be below 2',
      param: 'temperature',
      requestId: 'req_1',
      hint: 'Correct temperature where it is set.',
    })
    expect(of(401, openai({ message: 'Incorrect API key' }))).toMatchObject({
      message: 'The provider of connection openai refused the key',
      providerMessage: 'Incorrect API key',
    })
  })

  test('distinguishes a used-up quota from a rate limit', () => {
    expect(of(429, openai({ code: 'insufficient_quota' }))).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      retryable: false,
    })
    expect(of(429, openai({ type: 'insufficient_quota' })).code).toBe('QUOTA_EXCEEDED')
    expect(of(429, openai({ code: 'rate_limit_exceeded' }), { 'retry-after': '7' })).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterMs: 7_000,
    })
  })

  test('distinguishes a missing key from a rejected one', () => {
    const error = httpError(
      401,
      new Headers(),
      {},
      { connection: { ...connection, hasKey: false } },
    )

    expect(error.message).toBe('The provider of connection openai requires a key')
  })

  test('adds a hint to the error for a prompt that is too long', () => {
    expect(
      of(400, openai({ code: 'context_length_exceeded', message: 'Too long' })).hint,
    ).toContain('Shorten the prompt')
  })

  test.each([
    [{ error: 'model not loaded' }, 'model not loaded'],
    [{ detail: 'No such field' }, 'No such field'],
    [{ detail: [{ loc: ['body'], msg: 'bad' }] }, '[{"loc":["body"],"msg":"bad"}]'],
    [{ message: 'nope' }, 'nope'],
    ['{"error":{"message":"as text"}}', 'as text'],
    ['<html><title>Bad gateway</title></html>', 'Bad gateway'],
    ['<html><body><h1>502 Bad Gateway</h1></body></html>', '502 Bad Gateway'],
    ['just text', 'just text'],
  ])('parses %j', (body, message) => {
    expect(of(400, body).message).toBe(message)
  })

  test('truncates long messages of a provider', () => {
    expect(of(400, 'x'.repeat(1e6)).message.length).toBeLessThanOrEqual(2_000)
  })
})

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1)
  const of = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now)

  test('parses Retry-After as seconds, milliseconds or a date', () => {
    expect(of({ 'retry-after': '1.5' })).toBe(1_500)
    expect(of({ 'retry-after-ms': '250', 'retry-after': '9' })).toBe(250)
    expect(of({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' })).toBe(30_000)
    expect(of({ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' })).toBe(0)
  })

  test('returns undefined for a missing or invalid Retry-After', () => {
    expect(of({})).toBeUndefined()
    expect(of({ 'retry-after': 'soon' })).toBeUndefined()
    expect(of({ 'retry-after': ' ' })).toBeUndefined()
    const nonsense = ['-5', '0x10', '1e3', 'Infinity', '5 seconds', '2026-13-45']
    const waits = nonsense.flatMap((value) => [
      of({ 'retry-after': value }),
      of({ 'retry-after-ms': value }),
    ])
    expect(waits.filter((wait) => wait !== undefined)).toEqual([])
    expect(of({ 'retry-after-ms': '-1', 'retry-after': '2' })).toBe(2_000)
  })
})
