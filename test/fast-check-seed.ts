import fc from 'fast-check';

/** Laws are tried on the same draws every time, so that a change is judged by what it changes; `POLITY_TEST_SEED=N` tries others. */
fc.configureGlobal({ seed: Number(process.env.POLITY_TEST_SEED ?? 20_240_501) });
