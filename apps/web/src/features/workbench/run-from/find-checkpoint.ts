import { client } from '../../../lib/api.ts'

/** The checkpoint a superstep of a run began with, as its events tell; undefined when it saved none. */
export async function findCheckpoint(
  runId: string,
  superstep: number,
): Promise<string | undefined> {
  const controller = new AbortController()
  try {
    const events = await client.runs.events({ id: runId }, { signal: controller.signal })
    for await (const { body } of events) {
      const isBefore = body.type === 'state' && body.superstep === superstep - 1
      if (isBefore && body.checkpointId !== null) return body.checkpointId
      // Its events go on while it runs, and those before this step are all told.
      if (body.type === 'node-start' && body.superstep > superstep) return undefined
    }
    return undefined
  } finally {
    controller.abort()
  }
}
