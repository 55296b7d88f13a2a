import { parentPort, workerData } from 'node:worker_threads'
import type { OpenApiReply, OpenApiRequest } from './read-apart.ts'
import { readOpenApiText } from './read-openapi.ts'
import { OpenApiRefusal } from './refusal.ts'

async function read({ text, from }: OpenApiRequest): Promise<OpenApiReply> {
  try {
    return { ok: true, contents: await readOpenApiText(text, from) }
  } catch (error) {
    if (!(error instanceof OpenApiRefusal)) throw error
    return { ok: false, path: error.path, message: error.message }
  }
}

// Only started by `readOpenApiApart`.
parentPort?.postMessage(await read(workerData as OpenApiRequest))
