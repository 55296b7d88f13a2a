import { parentPort } from 'node:worker_threads'
import { fromJson } from '../json.ts'
import { unpackHanded } from './handed-texts.ts'
import { toVectors } from './lexemes.ts'
import type { LexemeReply, LexemeRequest, StoredWords } from './lexemes-apart.ts'
import { readable } from './readable.ts'
import { textOf } from './span-text.ts'
import { stepBack } from './step-back.ts'

stepBack()

type Said = { traceId: string; spanId: string; text: () => string }

parentPort?.on('message', ({ id, handed, stored }: LexemeRequest) => {
  const said = handed ? saidIn(unpackHanded(handed)) : stored.map(saidOf)
  const parts: LexemeReply['parts'] = []
  const vectors: Uint8Array<ArrayBuffer>[] = []
  for (const { traceId, spanId, text } of said)
    for (const vector of readable(`span ${spanId}`, () => toVectors(text())) ?? []) {
      parts.push({ traceId, spanId })
      // In memory of its own: it crosses without a copy.
      vectors.push(new Uint8Array(vector))
    }
  const reply: LexemeReply = { id, parts, vectors }
  parentPort?.postMessage(
    reply,
    vectors.map(({ buffer }) => buffer),
  )
})

const saidIn = (spans: ReturnType<typeof unpackHanded>): Said[] =>
  spans.map(({ text, ...span }) => ({
    ...span,
    text: () => (typeof text === 'string' ? text : new TextDecoder().decode(text)),
  }))

const saidOf = ({ traceId, spanId, name, model, error, payloads }: StoredWords): Said => ({
  traceId,
  spanId,
  text: () =>
    textOf([
      name,
      model,
      error && fromJson(error),
      ...payloads.map((json): unknown => json && JSON.parse(new TextDecoder().decode(json))),
    ]),
})
