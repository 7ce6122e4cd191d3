/** For `node --import`: a process that meets an error of nobody's whenever it is sent SIGUSR2. */
process.on("SIGUSR2", () => {
  void Promise.reject(new Error("nobody's error"))
})
