import type { ExportedFile } from '../options.ts'
import type { Setting } from '../tools/setting.ts'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

export const tsconfig: ExportedFile = {
  path: 'tsconfig.json',
  text: json({
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowJs: true,
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      types: ['node'],
    },
    include: ['**/*.ts', '**/*.js'],
    exclude: ['node_modules'],
  }),
}

export const gitignore: ExportedFile = { path: '.gitignore', text: 'node_modules\n.env\n' }

export const langgraphJson = (slug: string): ExportedFile => ({
  path: 'langgraph.json',
  text: json({
    node_version: '24',
    dependencies: ['.'],
    graphs: { [slug]: './agent.ts:graph' },
    env: '.env',
  }),
})

export const connectionSettings = (connections: ReadonlyMap<string, string>): Setting[] =>
  [...connections].map(([name, env]) => ({
    description: `The connection ${name.replace(/\s+/g, ' ')}: an OpenAI-compatible API`,
    variables: [
      [`${env}_BASE_URL`, 'https://api.openai.com/v1'],
      [`${env}_API_KEY`, ''],
    ],
  }))

/** Quotes a value with characters that have a meaning in `.env`. */
const quoted = (value: string) => (/[\s#'"`]/.test(value) ? JSON.stringify(value) : value)

export const envExample = (settings: readonly Setting[]): ExportedFile[] => {
  const entries = settings.map(
    ({ description, variables }) =>
      `# ${description}\n${variables.map(([name, standard]) => `${name}=${quoted(standard)}\n`).join('')}`,
  )
  return entries.length === 0 ? [] : [{ path: '.env.example', text: entries.join('\n') }]
}
