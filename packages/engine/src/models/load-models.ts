import type { ChatModelOptions, LatheChatModel } from './lathe-chat-model.ts'
import type { EmbeddingsOptions, LatheEmbeddings } from './lathe-embeddings.ts'

/**
 * Creates a chat model. Loads LangChain's adapter on the first call, so that an idle server does
 * without its memory.
 */
export async function createChatModel(options: ChatModelOptions): Promise<LatheChatModel> {
  const { LatheChatModel } = await import('./lathe-chat-model.ts')
  return new LatheChatModel(options)
}

/** Creates the embeddings client. Loads LangChain on the first call. */
export async function createEmbeddings(options: EmbeddingsOptions): Promise<LatheEmbeddings> {
  const { LatheEmbeddings } = await import('./lathe-embeddings.ts')
  return new LatheEmbeddings(options)
}

/** Preloads what the first model call needs. */
export async function loadModels(): Promise<void> {
  await Promise.all([import('../run/calls/recorded-chat-model.ts'), import('undici')])
}
