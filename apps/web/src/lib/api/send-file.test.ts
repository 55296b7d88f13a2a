import { afterEach, expect, test, vi } from 'vitest'
import { describeError } from './describe-error.ts'
import { type Progress, sendFile } from './send-file.ts'

afterEach(() => vi.unstubAllGlobals())

/** Responds with the body in these pieces. */
const answerWith = (pieces: string[], type = 'application/x-ndjson') =>
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': type } })
  })

const send = (onProgress: (progress: Progress) => void) =>
  sendFile('/api/x', new Blob(['a']), { onProgress })

test('reports upload progress wherever the response is split', async () => {
  answerWith(['{"checked":20', '00}\n{"rows":2000}\n{"rep', 'ort":{"added":4100}}\n'])
  const heard: Progress[] = []

  expect(await send((progress) => heard.push(progress))).toEqual({ added: 4_100 })
  expect(heard).toEqual([{ checked: 2_000 }, { rows: 2_000 }])
})

test('reports the error of an upload that fails midway and of a response that breaks off', async () => {
  const error = { code: 'STORE_UNAVAILABLE', message: 'The store cannot take this now' }
  answerWith(['{"rows":2000}\n', `${JSON.stringify({ error })}\n`])
  const refused: unknown = await send(() => {}).catch((reason: unknown) => reason)

  expect(refused).toMatchObject(error)
  expect(describeError(refused).message).toContain('The store cannot take this now')

  answerWith(['{"rows":2000}\n'])
  await expect(send(() => {})).rejects.toThrow('lost before the upload finished')
})

test('returns the result of a small file at once', async () => {
  answerWith(['{"added":1}'], 'application/json; charset=utf-8')

  expect(await send(() => {})).toEqual({ added: 1 })
})
