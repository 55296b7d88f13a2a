import type { ExportedFile } from '../options.ts'

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

/** Where connections and the requests of tools read their addresses and secrets. */
export const envExample = (
  connections: ReadonlyMap<string, string>,
  variables: ReadonlyMap<string, string>,
): ExportedFile[] => {
  const entries = [...connections].map(
    ([name, env]) =>
      `# The connection ${name.replace(/\s+/g, ' ')}: any API in the manner of OpenAI's\n${env}_BASE_URL=https://api.openai.com/v1\n${env}_API_KEY=\n`,
  )
  const requests = [...variables].map(([name, standard]) => `${name}=${standard}\n`)
  if (requests.length > 0) entries.push(`# Requests of tools\n${requests.join('')}`)
  return entries.length === 0 ? [] : [{ path: '.env.example', text: entries.join('\n') }]
}
