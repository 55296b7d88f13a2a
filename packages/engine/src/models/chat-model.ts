import type { ChatModelOptions, LatheChatModel } from './lathe-chat-model.ts'

/** Loads LangChain's adapter on the first call: an idle server does without its memory. */
export async function createChatModel(options: ChatModelOptions): Promise<LatheChatModel> {
  const { LatheChatModel } = await import('./lathe-chat-model.ts')
  return new LatheChatModel(options)
}
