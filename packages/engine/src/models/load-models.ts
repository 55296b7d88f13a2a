import type { ChatModelOptions, LatheChatModel } from './lathe-chat-model.ts'
import type { EmbeddingsOptions, LatheEmbeddings } from './lathe-embeddings.ts'

/** Loads LangChain's adapter on the first call: an idle server does without its memory. */
export async function createChatModel(options: ChatModelOptions): Promise<LatheChatModel> {
  const { LatheChatModel } = await import('./lathe-chat-model.ts')
  return new LatheChatModel(options)
}

export async function createEmbeddings(options: EmbeddingsOptions): Promise<LatheEmbeddings> {
  const { LatheEmbeddings } = await import('./lathe-embeddings.ts')
  return new LatheEmbeddings(options)
}

/** Loads what the first call of a model takes, which it otherwise waits for. */
export async function loadModels(): Promise<void> {
  await Promise.all([import('../run/calls/recorded-chat-model.ts'), import('undici')])
}
