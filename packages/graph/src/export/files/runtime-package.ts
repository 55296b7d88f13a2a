import packed from '../generated/runtime-package.json' with { type: 'json' }
import type { ExportedFile } from '../options.ts'

/**
 * The package `@lathe-ai/runtime` as npm packs it. A project brings it along, because it must install from an empty
 * folder wherever it is. `scripts/pack-packages.ts` writes it.
 */
export const RUNTIME_PACKAGE: ExportedFile = {
  path: `vendor/${packed.name}`,
  text: packed.content,
  encoding: 'base64',
}
