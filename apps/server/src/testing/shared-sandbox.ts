import type { Limits } from '@lathe/contract'
import { createSandbox, type Sandbox } from '@lathe/engine'

const shared = new Map<string, Sandbox>()

/** Shares one sandbox per process and limits, because starting its threads takes long. */
export function sharedSandbox(limits: Limits): Sandbox {
  const { expressionTimeoutMs, codeTimeoutMs, codeMemoryBytes } = limits
  const settings = { expressionTimeoutMs, codeTimeoutMs, codeMemoryBytes }
  const key = JSON.stringify(settings)
  const sandbox = shared.get(key) ?? createSandbox(settings)
  shared.set(key, sandbox)
  return sandbox
}
