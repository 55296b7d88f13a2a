import type { IncomingHttpHeaders } from 'node:http'
import { FileStore } from './batches/file-store.ts'
import { ApiError, badRequest } from './errors.ts'
import {
  Attempts,
  type Fault,
  type FaultPlan,
  parseFaultPlan,
  randomFaultPlan,
} from './faults/fault.ts'
import { Holds } from './http/holds.ts'
import type { Pace } from './http/pace.ts'
import { currentName, type MockModel, type ModelAliases, type ModelKind, MODELS } from './models.ts'
import { type Script, ScriptPlayer } from './scripts/script-player.ts'
import type { Settings, SettingsLayer } from './settings.ts'

/** A received request. Status and outcome are set when the connection is done with it. */
export type ReceivedRequest = {
  readonly method: string
  /** Below the base URL, such as `/chat/completions`. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Undefined until parsed, and for a body that is not JSON. */
  body: unknown
  status: number
  /** `left`: the client disconnected, or was cut off, before the end of the answer. */
  outcome: 'pending' | 'answered' | 'left'
}

export type MockProviderOptions = {
  /** Has priority over every other rule. */
  script?: Script
  /** Scripts that a request selects with `x-demo-script`. */
  scripts?: Readonly<Record<string, Script>>
  /** Defaults for requests without their own settings. */
  settings?: Settings
  /** More names of models, such as `{ 'gpt-4o': 'demo-fast' }`. */
  aliases?: ModelAliases
  /** Maximum size of a body in bytes, before and after decompression. */
  bodyLimit?: number
  onRequest?: (request: ReceivedRequest) => void
}

/** State of a provider between requests. */
export class Provider {
  readonly options: MockProviderOptions
  readonly attempts = new Attempts()
  readonly scripts = new ScriptPlayer()
  readonly holds = new Holds()
  readonly files = new FileStore()
  /** Fine-tuned models that were deleted. */
  readonly deletedModels = new Set<string>()

  constructor(options: MockProviderOptions) {
    this.options = options
  }

  get aliases(): string[] {
    return Object.keys(this.options.aliases ?? {}).filter((name) => !this.deletedModels.has(name))
  }

  /** Throws a 404 for an unknown model, or for one of another kind. */
  getModel(name: string, kind?: ModelKind): MockModel {
    const alias = this.deletedModels.has(name) ? undefined : this.options.aliases?.[name]
    const id = currentName(alias ?? name)
    const model = MODELS.find((candidate) => candidate.id === id)
    if (!model) {
      throw new ApiError(404, {
        message: `The model '${name}' does not exist or you do not have access to it.`,
        code: 'model_not_found',
      })
    }
    if (kind !== undefined && model.kind !== kind) {
      const message = `The model '${name}' is not a model for this endpoint: it expects the kind '${kind}'.`
      throw new ApiError(kind === 'embedding' ? 403 : 404, { message, param: 'model' })
    }
    return model
  }

  reset(): void {
    this.attempts.reset()
    this.scripts.reset()
    this.files.reset()
    this.deletedModels.clear()
  }
}

type AttemptedRequest = { fingerprint: string; key: string; header: SettingsLayer }

/** Decides the fault and the pace of an answer. Earlier layers win; the request's headers come first. */
export function planDelivery(
  provider: Provider,
  model: MockModel,
  { fingerprint, key, header }: AttemptedRequest,
  layers: readonly SettingsLayer[] = [],
): { fault: Fault | undefined; pace: Pace } {
  const options = { origin: 'settings', settings: provider.options.settings ?? {} }
  const all = [header, ...layers, options]
  const settings = all.map((layer) => layer.settings)
  const faulty = all.find((layer) => layer.settings.fault !== undefined)
  const plan = faulty
    ? readFaultPlan(faulty)
    : model.isFaulty
      ? randomFaultPlan(fingerprint)
      : undefined
  const rate = settings.find(
    ({ tokensPerSecond }) => tokensPerSecond !== undefined,
  )?.tokensPerSecond
  return {
    fault:
      plan && provider.attempts.nextFault(plan, `${fingerprint}/${key}/${JSON.stringify(plan)}`),
    pace: {
      firstTokenMs:
        settings.find(({ latencyMs }) => latencyMs !== undefined)?.latencyMs ??
        model.pace.firstTokenMs,
      tokensPerSecond: rate === 0 ? Number.POSITIVE_INFINITY : (rate ?? model.pace.tokensPerSecond),
    },
  }
}

function readFaultPlan({ origin, settings }: SettingsLayer): FaultPlan {
  try {
    return parseFaultPlan(settings.fault ?? '', settings.faultTimes)
  } catch (error) {
    throw error instanceof RangeError ? badRequest(error.message, origin) : error
  }
}
