export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export type JsonObject = { [key: string]: Json }

/** A call to a model or another HTTP API, with its recorded answer. */
export type RecordedRequest = {
  /** The calling node, followed by the active part of it. */
  path: string[]
  method: string
  url: string
  body: Json
  status: number
  /** A model's answer as one piece, or the text of any other answer. */
  answer: Json
}

export type RecordedTool = { name: string; args: Json; result: Json; error: string | null }

/** `found` is the result that the node received. */
export type RecordedSearch = {
  collection: string
  search: JsonObject
  found: Json
  error: string | null
}

/**
 * A recorded run as a file: its input, the answers of models, tools and people, and its outcome.
 */
export type Recording = {
  format: 1
  title: string
  input: JsonObject
  /** Step limit of the recorded run. */
  steps: number
  requests: RecordedRequest[]
  tools: RecordedTool[]
  /** Collection searches by nodes. Absent if there are none. */
  searches?: RecordedSearch[]
  /** Answers of people, in order. */
  answers: Json[]
  recorded: {
    /** Output channels at the end, without generated ids. Null if the run failed. */
    output: JsonObject | null
    /** Nodes by superstep, sorted by name within a superstep. */
    nodes: string[][]
    /** Tool calls in order. */
    toolCalls: { name: string; args: Json }[]
  }
}

/** Validates a recording file. Throws if it is incomplete or has another format. */
export function parseRecording(value: unknown): Recording {
  const recording = value as Partial<Recording> | null
  if (typeof recording !== 'object' || recording === null || !('format' in recording)) {
    throw new Error('This is not a recording of Lathe')
  }
  if (recording.format !== 1) {
    throw new Error(
      `The recording has format ${String(recording.format)}, but this version reads format 1. Install another version of @lathe/replay, or create the test again.`,
    )
  }
  const lists = [recording.requests, recording.tools, recording.answers, recording.recorded?.nodes]
  if (!lists.every(Array.isArray) || typeof recording.input !== 'object') {
    throw new Error('The recording is incomplete or was changed. Create the test again.')
  }
  return recording as Recording
}
