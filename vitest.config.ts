import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['polity-src'] },
  ssr: { resolve: { conditions: ['polity-src'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['test/fast-check-seed.ts'],
    pool: 'forks',
    allowOnly: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
