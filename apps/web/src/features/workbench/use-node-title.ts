import { useBench } from './workbench-context.ts'

/** A step's path in the words of the canvas: `research/search` as "Research › search". */
export function useNodeTitle(path: string): string {
  return useBench((state) => {
    const [head = path, ...inner] = path.split('/')
    return [state.document.nodes[head]?.title ?? head, ...inner].join(' › ')
  })
}
