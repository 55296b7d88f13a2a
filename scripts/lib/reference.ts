import { createProgram } from '../../apps/cli/src/program.ts'
import { describeApi } from '../../apps/server/src/api/openapi.ts'
import { renderSettings } from '../../apps/server/src/platform/config/config.ts'
import { filterKeys, keyAliases } from '../../packages/traces/src/filter/keys.ts'
import { unitHint } from '../../packages/traces/src/filter/values.ts'

type Command = ReturnType<typeof createProgram>

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const HELP_WIDTH = 100

/** The parts of the reference pages that come from code, by page. */
export async function renderReference(): Promise<Map<string, string>> {
  return new Map([
    ['docs/reference/settings.md', renderSettings()],
    ['docs/reference/cli.md', renderCommands()],
    ['docs/reference/api.md', await renderEndpoints()],
    ['docs/reference/filter-language.md', renderFilterKeys()],
  ])
}

const GENERATED = /(<!-- generated -->\n)[\s\S]*(<!-- \/generated -->)/

/** Replaces the generated part of a page. */
export function insertGenerated(page: string, generated: string): string {
  return page.replace(
    GENERATED,
    (_, start: string, end: string) => `${start}\n${generated}\n\n${end}`,
  )
}

/** The lines of the generated part without the padding of tables, which the formatter changes. */
export function generatedLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').replaceAll(/-{3,}/g, '---').trim())
    .filter((line) => line !== '')
}

/** The generated part of a page. */
export const extractGenerated = (page: string): string =>
  GENERATED.exec(page)?.[0].replaceAll(/<!-- \/?generated -->/g, '') ?? ''

function renderCommands(): string {
  const program = createProgram({
    env: {},
    out: () => {},
    err: () => {},
    startServer: async () => {},
  })
  return program.commands
    .flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
    .map((command) => renderCommand(command))
    .join('\n\n')
}

function renderCommand(command: Command): string {
  const help = command
    .configureHelp({ helpWidth: HELP_WIDTH })
    .helpInformation()
    .trim()
    .replace(/^Usage: /, '')
    .replace(/\n +-h, --help +display help for command$/, '')
    .replace(/\n\nOptions:$/, '')
  const parent = command.parent?.name() === 'lathe' ? '' : `${command.parent?.name()} `
  return `### lathe ${parent}${command.name()}\n\n\`\`\`text\n${help}\n\`\`\``
}

async function renderEndpoints(): Promise<string> {
  const { paths = {} } = await describeApi('', '')
  const groups = new Map<string, string[]>()
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = item?.[method]
      if (!operation) continue
      const group = path.split('/')[1] ?? ''
      const row = `| \`${method.toUpperCase()}\` | \`/api${path}\` | ${operation.summary ?? ''} |`
      groups.set(group, [...(groups.get(group) ?? []), row])
    }
  }
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(
      ([group, rows]) =>
        `### ${group}\n\n| method | path | summary |\n| --- | --- | --- |\n${rows.join('\n')}`,
    )
    .join('\n\n')
}

function renderFilterKeys(): string {
  const rows = Object.entries(filterKeys).map(([name, key]) => {
    const aliases = Object.entries(keyAliases)
      .filter(([, target]) => target === name)
      .map(([alias]) => `\`${alias}\``)
    const names = [`\`${name}\``, ...aliases].join(', ')
    return `| ${names} | ${valuesOf(key)} | ${key.hint} |`
  })
  return ['| key | values | meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

function valuesOf(key: (typeof filterKeys)[keyof typeof filterKeys]): string {
  if (key.type === 'number') return unitHint[key.unit]
  if (key.type === 'time') return 'a time or a range of times'
  if ('options' in key) return key.options.map((option) => `\`${option}\``).join(', ')
  return 'text, `*` matches any characters'
}
