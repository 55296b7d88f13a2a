import {
  type CapsuleSecret,
  type Exchange,
  findSecret,
  type RunEvent,
  isJsonObject,
} from '@lathe/contract'
import { refingerprint } from '@lathe/engine'
import { namesSecret } from '@lathe/traces'
import { listSecrets } from '../../platform/crypto/secret-rules.ts'
import { listStreamTexts, redactChunks, spreadText } from './redact-stream.ts'

type Recording = { exchanges: Exchange[]; events?: RunEvent[] }
type Redacted<T> = { recording: T; secrets: CapsuleSecret[] }

/** Shorter values of fields such as `password` are replaced there only: elsewhere they may be ordinary words. */
const MIN_LENGTH_ANYWHERE = 8
const MAX_PATHS = 5

/**
 * Replaces secrets in a recording so that it can still be replayed. The same secret becomes the same placeholder in
 * requests, answers, streams and states, and the fingerprints are those of the redacted requests.
 */
export function redactRecording<T extends Recording>(recording: T): Redacted<T> {
  const secrets = new Secrets()
  collect(recording, secrets)
  if (secrets.list().length === 0) return { recording, secrets: [] }
  const { exchanges, events, ...otherFields } = recording
  const redacted = {
    ...replaceIn(otherFields, secrets),
    exchanges: exchanges.map((exchange) => redactExchange(exchange, secrets)),
    ...(events && { events: redactEvents(events, secrets) }),
  }
  // The cast holds: texts are replaced by texts, so every part keeps its type.
  return { recording: redacted as unknown as T, secrets: secrets.list() }
}

class Secrets {
  /** By the secret without line breaks: in JSON within JSON these are escaped. */
  readonly #found = new Map<string, CapsuleSecret>()
  readonly #variants = new Map<string, string>()
  #pattern: RegExp | null = null

  add(secret: string, kind: string, place: string, isAnywhere = true): void {
    const key = normalize(secret)
    const knownSecret = this.#found.get(key) ?? {
      placeholder: `[SECRET_${this.#found.size + 1}]`,
      kind,
      count: 0,
      paths: [],
    }
    knownSecret.count += 1
    if (knownSecret.paths.length < MAX_PATHS && !knownSecret.paths.includes(place))
      knownSecret.paths.push(place)
    this.#found.set(key, knownSecret)
    if (isAnywhere) this.#variants.set(secret, knownSecret.placeholder)
    this.#pattern = null
  }

  list(): CapsuleSecret[] {
    return [...this.#found.values()]
  }

  findPlaceholder(secret: string): string | undefined {
    return this.#found.get(normalize(secret))?.placeholder
  }

  locate(text: string): { start: number; end: number; placeholder: string }[] {
    if (this.#variants.size === 0) return []
    this.#pattern ??= new RegExp(
      [...this.#variants.keys()]
        .toSorted((a, b) => b.length - a.length)
        .map((secret) => secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
        .join('|'),
      'g',
    )
    return [...text.matchAll(this.#pattern)].map(({ 0: secret, index }) => ({
      start: index,
      end: index + secret.length,
      placeholder: this.#variants.get(secret) ?? '',
    }))
  }

  replace(text: string): string {
    return spreadText([text], this)[0] ?? text
  }
}

const normalize = (secret: string): string => secret.replaceAll(/\\[nr]|\s/g, '')

/** Reads every text. The texts of a stream are read together, because a secret may be split between its pieces. */
function collect(recording: Recording, secrets: Secrets): void {
  const take = (text: string, place: string) => {
    for (const secret of listSecrets(text))
      secrets.add(secret, findSecret(secret) ?? 'a secret', place)
  }
  const walk = (value: unknown, place: string, isSecret: boolean): void => {
    if (typeof value === 'string') {
      take(value, place)
      if (isSecret && value !== '')
        secrets.add(
          value,
          'the value of a secret field',
          place,
          value.length >= MIN_LENGTH_ANYWHERE,
        )
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => walk(item, `${place}[${index}]`, isSecret))
    } else if (isJsonObject(value)) {
      const isSchema = place.endsWith('.properties')
      for (const [name, inner] of Object.entries(value)) {
        take(name, place)
        walk(inner, place === '' ? name : `${place}.${name}`, !isSchema && namesSecret(name))
      }
    }
  }
  const { exchanges, events = [], ...otherFields } = recording
  walk(otherFields, '', false)
  exchanges.forEach((exchange, index) => {
    const place = `exchanges[${index}]`
    const chunks = responseChunks(exchange)
    walk({ ...exchange, content: { ...exchange.content, response: null } }, place, false)
    for (const text of listStreamTexts(chunks)) take(text, `${place}.content.response`)
  })
  events.forEach((event, index) => {
    if (event.body.type !== 'token') walk(event, `events[${index}]`, false)
  })
  for (const indexes of tokensByMessage(events).values())
    take(indexes.map((index) => textAt(events, index)).join(''), `events[${indexes[0]}]`)
}

const responseChunks = ({ content }: Exchange) =>
  (content.type === 'http' && content.response?.chunks) || []

function replaceIn<T>(value: T, secrets: Secrets): T {
  const walk = (inner: unknown, isSecret: boolean, isSchema = false): unknown => {
    if (typeof inner === 'string')
      return (isSecret && secrets.findPlaceholder(inner)) || secrets.replace(inner)
    if (Array.isArray(inner)) return inner.map((item) => walk(item, isSecret))
    if (!isJsonObject(inner)) return inner
    return Object.fromEntries(
      Object.entries(inner).map(([name, redactInside]) => [
        secrets.replace(name),
        walk(redactInside, !isSchema && namesSecret(name), name === 'properties'),
      ]),
    )
  }
  // The cast holds: texts are replaced by texts.
  return walk(value, false) as T
}

function redactExchange(exchange: Exchange, secrets: Secrets): Exchange {
  const { content } = exchange
  const redacted = replaceIn(exchange, secrets)
  if (content.type === 'http' && redacted.content.type === 'http' && content.response) {
    const chunks = redactChunks(content.response.chunks, secrets)
    redacted.content.response = { ...content.response, chunks }
  }
  return { ...redacted, fingerprint: refingerprint(exchange, redacted.content) }
}

function redactEvents(events: readonly RunEvent[], secrets: Secrets): RunEvent[] {
  const redacted = events.map((event) => replaceIn(event, secrets))
  for (const indexes of tokensByMessage(events).values()) {
    const texts = indexes.map((index) => textAt(events, index))
    spreadText(texts, secrets).forEach((text, location) => {
      const body = redacted[indexes[location] ?? -1]?.body
      if (body?.type === 'token') body.text = text
    })
  }
  return redacted
}

/** The indexes of the events that make up one text. */
function tokensByMessage(events: readonly RunEvent[]): Map<string, number[]> {
  const indexes = events.flatMap(({ body }, index) => (body.type === 'token' ? [index] : []))
  return Map.groupBy(indexes, (index) => {
    const body = events[index]?.body
    return body?.type === 'token' ? `${body.spanId} ${body.messageId} ${body.channel}` : ''
  })
}

function textAt(events: readonly RunEvent[], index: number): string {
  const body = events[index]?.body
  return body?.type === 'token' ? body.text : ''
}
