import type { RunnableConfig } from '@langchain/core/runnables'

/** The checkpoint that a LangGraph config refers to. Without `checkpointId`, the newest. */
export type CheckpointAddress = {
  threadId: string
  namespace: string
  checkpointId: string | undefined
}

export function toAddress({ configurable }: RunnableConfig): CheckpointAddress {
  const threadId: unknown = configurable?.['thread_id']
  if (typeof threadId !== 'string' || threadId === '')
    throw new Error('A checkpoint needs a "thread_id" in the config\'s "configurable"')
  return {
    threadId,
    namespace: text(configurable?.['checkpoint_ns']) ?? '',
    checkpointId: text(configurable?.['checkpoint_id']),
  }
}

export const toConfig = (
  threadId: string,
  namespace: string,
  checkpointId: string,
): RunnableConfig => ({
  configurable: { thread_id: threadId, checkpoint_ns: namespace, checkpoint_id: checkpointId },
})

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
