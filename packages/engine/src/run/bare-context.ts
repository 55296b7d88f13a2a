import type { RunnableConfig } from '@langchain/core/runnables'
import {
  _CONTEXT_VARIABLES_KEY as VARIABLES,
  AsyncLocalStorageProviderSingleton as contexts,
} from '@langchain/core/singletons'

/** Where LangChain looks for the configuration of what runs. */
const CONFIG = Symbol.for('lc:child_config')

const withRunTree = contexts.runWithConfig.bind(contexts)

/**
 * LangChain keeps the configuration around each step in a LangSmith run of its own making. Where nobody calls
 * back, which is in all graphs drawn here, nobody reads that run, and making it takes longer than the step.
 */
export function keepContextsBare(): void {
  contexts.runWithConfig = (config: RunnableConfig | undefined, callback, ...rest) =>
    config?.callbacks === undefined
      ? withConfigAlone(config, callback)
      : withRunTree(config, callback, ...rest)
}

function withConfigAlone<T>(config: RunnableConfig | undefined, callback: () => T): T {
  const storage = contexts.getInstance()
  const variables: unknown = storage.getStore()?.[VARIABLES]
  return storage.run(
    {
      tracingEnabled: false,
      extra: { [CONFIG]: config },
      ...(variables !== undefined && { [VARIABLES]: variables }),
    },
    callback,
  )
}
