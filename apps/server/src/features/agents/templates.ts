import type { Template } from '@lathe/contract'
export const templates: Template[] = []
