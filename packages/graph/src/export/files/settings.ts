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

export const envExample = (connections: ReadonlyMap<string, string>): ExportedFile[] => {
  if (connections.size === 0) return []
  const entries = [...connections].map(
    ([name, env]) =>
      `# The connection ${name.replace(/\s+/g, ' ')}: any API in the manner of OpenAI's\n${env}_BASE_URL=https://api.openai.com/v1\n${env}_API_KEY=\n`,
  )
  return [{ path: '.env.example', text: entries.join('\n') }]
}
