/** Loads what the first call of a model takes, which it otherwise waits for. */
export async function loadModels(): Promise<void> {
  await Promise.all([import('../run/recorded-chat-model.ts'), import('undici')])
}
