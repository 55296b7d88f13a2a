import type { Callees } from '@lathe/contract'
import { nodeTitle } from '../../lib/node-title.ts'
import { useBench } from './workbench-context.ts'

/** A step's path in the words of the canvas: `research/search` as "Research › search". */
export const useNodeTitle = (path: string, callees?: Callees): string =>
  useBench(({ document }) => nodeTitle(document, path, callees))
