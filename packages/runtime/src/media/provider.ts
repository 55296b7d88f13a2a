import OpenAI from 'openai'

/** The model of a media tool. `env` is the prefix of its variables. */
export type Provider = { env: string; model: string; tries: number }

/** Creates a client of an OpenAI-compatible API; without a base URL it is OpenAI's. */
export function createClient({ env, tries }: Provider): OpenAI {
  return new OpenAI({
    apiKey: process.env[`${env}_API_KEY`] || 'none',
    baseURL: process.env[`${env}_BASE_URL`],
    maxRetries: tries - 1,
  })
}
