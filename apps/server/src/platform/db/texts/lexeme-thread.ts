import { parentPort } from 'node:worker_threads'
import { fromJson } from '../json.ts'
import { unpackSpans } from './buffered-spans.ts'
import { toVectors } from './lexemes.ts'
import type { LexemeReply, LexemeRequest, StoredWords } from './lexeme-worker.ts'
import { readOrSkip } from './skip-unreadable.ts'
import { groupTexts, type SpanText } from './span-groups.ts'
import { textOf } from './span-text.ts'
import { lowerPriority } from './lower-priority.ts'

lowerPriority()

/** A vector keeps 256 positions of a word, and phrases need them: groups stay so short that few words exceed that. */
const MAX_CHARACTERS = 16 * 1_024

type Text = SpanText & { traceId: string; isEnded: boolean }

parentPort?.on('message', ({ id, buffered, stored }: LexemeRequest) => {
  const texts = buffered ? unpackSpans(buffered) : stored.flatMap(readStored)
  const parts: LexemeReply['parts'] = []
  const vectors: Uint8Array<ArrayBuffer>[] = []
  for (const [traceId, traceTexts] of Map.groupBy(texts, (text) => text.traceId))
    for (const { spanIds, text } of groupSpans(traceTexts))
      for (const vector of readOrSkip(`spans ${spanIds.join()}`, () => toVectors(text)) ?? []) {
        parts.push({ traceId, spanIds })
        // Memory of its own is transferred without a copy.
        vectors.push(new Uint8Array(vector))
      }
  const reply: LexemeReply = { id, parts, vectors }
  parentPort?.postMessage(
    reply,
    vectors.map(({ buffer }) => buffer),
  )
})

/** A running span changes soon, so it gets a group of its own: no other span is indexed again with it. */
function* groupSpans(texts: readonly Text[]) {
  const ended = texts.filter(({ isEnded }) => isEnded)
  yield* groupTexts(ended, MAX_CHARACTERS)
  for (const text of texts) if (!text.isEnded) yield* groupTexts([text], MAX_CHARACTERS)
}

const readStored = (words: StoredWords): Text[] => {
  const { traceId, spanId, isEnded, name, model, error, payloads } = words
  const text = readOrSkip(`span ${spanId}`, () =>
    textOf([
      name,
      model,
      error && fromJson(error),
      ...payloads.map((json): unknown => json && JSON.parse(new TextDecoder().decode(json))),
    ]),
  )
  return text === undefined ? [] : [{ traceId, spanId, isEnded, text }]
}
