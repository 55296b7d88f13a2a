import type { MemoryItem } from '@lathe/contract'

/** One text for an item's namespace and key, for addresses and lists. */
export const itemKey = ({ namespace, key }: Pick<MemoryItem, 'namespace' | 'key'>): string =>
  `${namespace.join('.')}/${key}`
