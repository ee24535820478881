export declare function findProgram(name: 'firefox' | 'webkit' | 'screen'): string | null
export declare function missingPackages(): string[]
