import type { GraphDocument, JsonObject, NodeOf, RunError } from '@lathe/contract'
import type * as engineModule from '@lathe/engine'
import type {
  BatchAnswer,
  BatchClient,
  FindTools,
  ModelAccess,
  ModelConnection,
  ProviderBatch,
} from '@lathe/engine'

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: RunError }

/** The workspace and connection of a batch. */
export type BatchPlace = { workspaceId: string; connection: string; signal?: AbortSignal }

type Bodies = ReadonlyMap<string, JsonObject>

/** Sends batches of requests that a provider answers within a day. */
export type Batches = {
  /** Builds the request body of a graph with a single prompt. */
  createBody: (
    place: BatchPlace,
    prompt: { document: GraphDocument; node: NodeOf<'model'> },
    input: JsonObject,
  ) => Promise<Outcome<JsonObject>>
  /** Sends bodies by request id. Never sends the same key twice. */
  send: (place: BatchPlace, key: string, bodies: Bodies) => Promise<Outcome<ProviderBatch>>
  get: (place: BatchPlace, id: string) => Promise<Outcome<ProviderBatch>>
  cancel: (place: BatchPlace, id: string) => Promise<Outcome<ProviderBatch>>
  /** Reads all results of an ended batch. */
  answers: (
    place: BatchPlace,
    batch: ProviderBatch,
    request: { model: string; bodies: Bodies },
  ) => Promise<Outcome<BatchAnswer[]>>
}

type Loaded = typeof engineModule & { models: ModelAccess; findTools: FindTools }

export function createBatches(
  loadEngine: () => Promise<Loaded>,
  find: (workspaceId: string, name: string) => Promise<ModelConnection | undefined>,
): Batches {
  type Work<T> = (engine: Loaded, connection: ModelConnection) => Promise<T>
  const attempt = async <T>(place: BatchPlace, work: Work<T>): Promise<Outcome<T>> => {
    const engine = await loadEngine()
    try {
      const connection = await find(place.workspaceId, place.connection)
      if (!connection) throw engine.noConnection(place.connection)
      return { ok: true, value: await work(engine, connection) }
    } catch (error) {
      return { ok: false, error: engine.toRunError(engine.toLatheError(error)) }
    }
  }
  const callProvider = <T>(place: BatchPlace, ask: (client: BatchClient) => Promise<T>) =>
    attempt(place, ({ createBatchClient, models }, connection) =>
      ask(createBatchClient(connection, models, place.signal)),
    )

  return {
    createBody: (place, prompt, input) =>
      attempt(place, async ({ batchRequestBody: toBatchRequest, findTools }, connection) => {
        const tools = await findTools(place.workspaceId, prompt.node.tools ?? [])
        return await toBatchRequest({ ...prompt, tools }, input, connection)
      }),
    send: (place, key, bodies) => callProvider(place, (client) => client.send(key, bodies)),
    get: (place, id) => callProvider(place, (client) => client.get(id)),
    cancel: (place, id) => callProvider(place, (client) => client.cancel(id)),
    answers: (place, batch, { model, bodies }) =>
      attempt(
        place,
        async ({ readBatchAnswers: readAnswers, createBatchClient, models }, connection) => {
          const client = createBatchClient(connection, models, place.signal)
          const requests = new Map(
            [...bodies].map(([id, body]) => [id, { connection, model, body }]),
          )
          const files = [batch.output_file_id, batch.error_file_id].filter((id) => id != null)
          const texts = await Promise.all(files.map((id) => client.read(id)))
          return texts.flatMap((text) => readAnswers(text, requests))
        },
      ),
  }
}
