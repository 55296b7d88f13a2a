import type { ModelAliases } from './models.ts'
import type { ReceivedRequest } from './received-request.ts'
import type { Script } from './script/script.ts'
import type { Settings } from './settings.ts'

export type MockProviderOptions = {
  /** Answers before any rule does. */
  script?: Script
  /** Scripts a request chooses by name with `x-demo-script`. */
  scripts?: Readonly<Record<string, Script>>
  /** Hold for every request that does not say otherwise in its headers. */
  settings?: Settings
  /** Other names a demo model answers to, such as `{ 'gpt-4o': 'demo-fast' }`. */
  aliases?: ModelAliases
  /** Largest body in bytes, before and after decompression. */
  bodyLimit?: number
  onRequest?: (request: ReceivedRequest) => void
}
