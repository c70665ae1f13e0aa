"""What every game must hold to, as code: the same trials serve the tests, the fuzzer and other people's games."""
