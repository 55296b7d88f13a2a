/** How to connect to an MCP server. */
export type McpServerSpec = {
  name: string
  /** Changes with every edit. Connections are pooled by it. */
  key: string
  transport:
    | {
        type: 'http'
        url: string
        headers: Readonly<Record<string, string>>
        /** Throws if the secrets cannot be read. */
        secretHeaders: () => Readonly<Record<string, string>>
        allowPrivate: boolean
      }
    | {
        type: 'stdio'
        command: string
        args: readonly string[]
        env: Readonly<Record<string, string>>
        cwd: string | undefined
      }
}
