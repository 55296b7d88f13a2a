import { Shelf } from './batches/shelf.ts'
import type { ModelAliases, MockModel } from './models.ts'
import type { MockProviderOptions } from './options.ts'
import { Attempts, chaosPlan } from './faults/fault-plan.ts'
import type { FaultPlan } from './faults/fault-plan.ts'
import type { Fault } from './faults/fault.ts'
import { Holds } from './hold.ts'
import type { Pace } from './pace.ts'
import { ScriptPlayer } from './script/script.ts'
import type { Settings } from './settings.ts'
import { faultPlanOf } from './settings.ts'

/** What a provider remembers between requests: what faults and scripts count, files and batches. */
export type Provider = {
  options: MockProviderOptions
  attempts: Attempts
  scripts: ScriptPlayer
  holds: Holds
  shelf: Shelf
  /** Fine-tuned models that were deleted. */
  deletedModels: Set<string>
}

export function createProvider(options: MockProviderOptions): Provider {
  return {
    options,
    attempts: new Attempts(),
    scripts: new ScriptPlayer(),
    holds: new Holds(),
    shelf: new Shelf(),
    deletedModels: new Set(),
  }
}

export function resetProvider(provider: Provider): void {
  provider.attempts.reset()
  provider.scripts.reset()
  provider.shelf.reset()
  provider.deletedModels.clear()
}

/** Other names of its models, as far as they are still there. */
export const aliasesOf = ({ options, deletedModels }: Provider): ModelAliases =>
  Object.fromEntries(
    Object.entries(options.aliases ?? {}).filter(([name]) => !deletedModels.has(name)),
  )

/** The first of these that asks for a fault decides: header, script, prompt, options, model. */
export type FaultSources = {
  header: Settings
  script?: Settings
  prompt?: Settings
}

export function chooseFault(
  provider: Provider,
  model: MockModel | undefined,
  sources: FaultSources,
  fingerprint: string,
  key: string,
): Fault | undefined {
  const plan =
    faultPlanOf(sources.header, 'x-demo-fault') ??
    faultPlanOf(sources.script ?? {}, 'script') ??
    faultPlanOf(sources.prompt ?? {}, 'messages') ??
    faultPlanOf(provider.options.settings ?? {}, 'settings') ??
    (model?.isChaotic ? chaosPlan(fingerprint) : undefined)
  return plan && provider.attempts.faultFor(plan, attemptKey(plan, fingerprint, key))
}

function attemptKey(plan: FaultPlan, fingerprint: string, key: string): string {
  return `${fingerprint}/${key}/${JSON.stringify(plan)}`
}

/** The narrowest setting wins; 0 tokens per second means as fast as the reader takes them. */
export function paceOf(model: MockModel, settings: readonly Settings[]): Pace {
  const latencyMs = settings.find((setting) => setting.latencyMs !== undefined)?.latencyMs
  const rate = settings.find((setting) => setting.tokensPerSecond !== undefined)?.tokensPerSecond
  return {
    firstTokenMs: latencyMs ?? model.pace.firstTokenMs,
    tokensPerSecond: rate === 0 ? Number.POSITIVE_INFINITY : (rate ?? model.pace.tokensPerSecond),
  }
}
