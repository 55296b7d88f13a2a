import { diffDocuments } from '@lathe/graph'

Object.assign(globalThis, { diffDocuments })
