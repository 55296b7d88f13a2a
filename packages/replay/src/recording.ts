export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export type JsonObject = { [key: string]: Json }

/** A call of a model or of another HTTP API, as it was answered. */
export type RecordedRequest = {
  /** The node that asked, with the part of it that was at work. */
  path: string[]
  method: string
  url: string
  body: Json
  status: number
  /** Of a model the answer as one piece; of anything else its text. */
  answer: Json
}

export type RecordedTool = { name: string; args: Json; result: Json; error: string | null }

/** `found` is what the node was given. */
export type RecordedSearch = {
  collection: string
  search: JsonObject
  found: Json
  error: string | null
}

/** A recorded run as a file: what it was given, what the world said, what came of it. */
export type Recording = {
  format: 1
  title: string
  input: JsonObject
  /** Steps the recorded run was allowed. */
  steps: number
  requests: RecordedRequest[]
  tools: RecordedTool[]
  /** Searches of collections by nodes; absent where there are none. */
  searches?: RecordedSearch[]
  /** What people answered, in order. */
  answers: Json[]
  recorded: {
    /** The output channels at the end, generated ids left out; null where the run failed. */
    output: JsonObject | null
    /** Nodes by superstep, those of one step in alphabetical order. */
    nodes: string[][]
    /** Tools in the order of their calls. */
    toolCalls: { name: string; args: Json }[]
  }
}

export function parseRecording(value: unknown): Recording {
  const recording = value as Partial<Recording> | null
  if (typeof recording !== 'object' || recording === null || !('format' in recording)) {
    throw new Error('This is no tape of Lathe')
  }
  if (recording.format !== 1) {
    throw new Error(
      `The tape has format ${String(recording.format)}: this version reads 1. Install another version of @lathe/replay, or make the test anew.`,
    )
  }
  const lists = [recording.requests, recording.tools, recording.answers, recording.recorded?.nodes]
  if (!lists.every(Array.isArray) || typeof recording.input !== 'object') {
    throw new Error('The tape is cut or was changed: make the test anew')
  }
  return recording as Recording
}
