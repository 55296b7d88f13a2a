import type { ExportWriter } from '@lathe/nodes'
import { toolsOffered } from '../../kinds/tools.ts'
import { COLLECTIONS_FILE } from '../collections/files.ts'
import { CODE_FILE, RUNTIME } from '../parts/code.ts'
import { toolIdent } from '../parts/plan.ts'
import type { NodeWriter } from '../parts/scope.ts'
import { templateCode } from '../parts/template.ts'
import { valueCode, writeCode } from '../parts/writes.ts'
import { list } from '../print/layout.ts'
import { key, literal, member, quote } from '../print/literal.ts'

/** Creates the writer that node definitions export their code with. */
export function createExportWriter(writer: NodeWriter): ExportWriter {
  const { plan, planned, module, userCode } = writer
  return {
    id: planned.id,
    offeredTools: [...toolsOffered(plan.document)],
    useRuntime: (name) => module.use(name, RUNTIME),
    useTool: (tool) => module.use(toolIdent(plan, tool), '/tools.ts'),
    useCollection(collection) {
      const found = plan.collections.get(collection)
      if (!found) throw new Error(`${collection} is not part of the project`)
      return module.use(found.ident, `/${plan.toRoot}${COLLECTIONS_FILE}`)
    },
    useCode: (source, writes) =>
      module.use(userCode.addCode(`${planned.id} code`, source, writes), `/${CODE_FILE}`),
    useUpdateType: (channel) => `${module.useType('Update', '/state.ts')}[${quote(channel)}]`,
    template: (text) => templateCode(writer, text).code,
    value: (value, hint) => valueCode(writer, value, `${planned.id} ${hint}`),
    write: (channel, value) => writeCode(writer, channel, value),
    channel: (name) => member('state', name),
    literal,
    quote,
    key,
    list,
  }
}
